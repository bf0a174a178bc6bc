_legacytrack_completion() {
    local IFS=$'\n' words=() word reply i last
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        last=$((${#words[@]} - 1))
        if ((i > 1)) && [[ $word == "=" || ${words[last]} == *= ]]; then
            words[last]+=$word
        else
            words+=("$word")
        fi
    done
    last=$((${#words[@]} - 1))
    COMPREPLY=()
    for reply in $(COMP_WORDS="${words[*]}" COMP_CWORD=$last _LEGACYTRACK_COMPLETE=complete_bash $1); do
        [[ $reply == *= ]] && compopt -o nospace 2>/dev/null
        [[ ${words[last]} == *=* ]] && reply=${reply#*=}
        COMPREPLY+=("$reply")
    done
}

complete -o default -F _legacytrack_completion legacytrack
