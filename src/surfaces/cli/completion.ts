import { AppError } from '../../errors.ts';
import type { Terminal } from './terminal.ts';

/** Each asks the program itself what can come next, so that a script never gets old. */
const SCRIPTS: Record<string, string> = {
  bash: `_overheard() {
  local IFS=$'\\n'
  COMPREPLY=($(overheard __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _overheard overheard
`,
  zsh: `#compdef overheard
_overheard() {
  local -a candidates
  candidates=("\${(@f)$(overheard __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$candidates" ]]; then compadd -a candidates; else _files; fi
}
compdef _overheard overheard
`,
  fish: `function __overheard_complete
  set -l word (commandline -ct)
  set -l candidates (overheard __complete (commandline -opc)[2..-1] "$word" 2>/dev/null)
  if test (count $candidates) -gt 0
    printf '%s\\n' $candidates
  else
    __fish_complete_path "$word"
  end
end
complete -c overheard -f -a '(__overheard_complete)'
`,
};

/** `completion SHELL`: prints the script for a shell. */
export async function runCompletionCommand([shell = '']: string[], terminal: Terminal): Promise<void> {
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined) {
    throw new AppError('invalid_request', 'Name your shell: overheard completion bash, zsh or fish.');
  }
  await terminal.write(script);
}
