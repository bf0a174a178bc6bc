"""The scripts that let a shell ask this program what could come next."""

from __future__ import annotations

from legacytrack.cli.commands import COMPLETE, PROGRAM

# Bash takes `ana=khan` apart at the sign; we put it together again, and give back the last part.
_BASH = f"""_{PROGRAM}_completion() {{
    local IFS=$'\\n' words=() word reply i last
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${{COMP_WORDS[i]}}
        last=$((${{#words[@]}} - 1))
        if ((i > 1)) && [[ $word == "=" || ${{words[last]}} == *= ]]; then
            words[last]+=$word
        else
            words+=("$word")
        fi
    done
    last=$((${{#words[@]}} - 1))
    COMPREPLY=()
    for reply in $(COMP_WORDS="${{words[*]}}" COMP_CWORD=$last {COMPLETE}=complete_bash $1); do
        [[ $reply == *= ]] && compopt -o nospace 2>/dev/null
        [[ ${{words[last]}} == *=* ]] && reply=${{reply#*=}}
        COMPREPLY+=("$reply")
    done
}}

complete -o default -F _{PROGRAM}_completion {PROGRAM}
"""


def script_for(shell: str) -> str:
    """Write the completion script of a shell.

    Args:
        shell: "bash", "zsh" or "fish".
    """
    if shell == "bash":
        return _BASH
    from typer._completion_shared import get_completion_script

    script = get_completion_script(prog_name=PROGRAM, complete_var=COMPLETE, shell=shell)
    if shell == "zsh":
        # Found in the fpath, the file is the function itself, and has to complete at once.
        head, register = script.rsplit("\n", 1)
        function = register.split()[1]
        script = (
            f"{head}\nif [[ $funcstack[1] == _{PROGRAM} ]]; then\n"
            f'  {function} "$@"\nelse\n  {register}\nfi'
        )
    return script
