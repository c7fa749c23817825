import { quoted } from '../../../../lib/command-line.ts'
import { hiddenTexts, redactArguments } from '../../../../lib/process/redact/redact.ts'

/** Flags that sound like a secret but name its location, a KMS key, a position in a list, or nothing. */
const PLAIN =
  /^--(?:secrets?|keys?|multikey|(?:[\w-]+[-_])?(?:kms|cmek|crypto|public|page|ordering|partition|group|project|site|reservation|version)[-_](?:keys?|token)|(?:[\w-]+-)?secret-manager-stored-[\w-]+|(?:[\w-]+-)?(?:signing|verification)-keys|(?:clear|set|update|remove|use|enforce|generate|prompt|retain|discard|no|offline|application)-[\w-]+|(?:[\w-]+-)?prompt-for-[\w-]+)$/

/** Returns the arguments without secrets. */
export const redactedArguments = (argv: readonly string[]): string[] => redactArguments(argv, flag => PLAIN.test(flag))

/** Returns the texts that this hides, and their parts. */
export const secretsIn = (argv: readonly string[]): string[] => hiddenTexts(argv, redactedArguments(argv))

/** Returns the whole command without secrets, quoted for a shell. */
export const redactedCommand = (argv: readonly string[]): string => quoted(['gcloud', ...redactedArguments(argv)])
