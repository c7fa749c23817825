import { redactWords } from '../../../lib/process/redact.ts'
import { quoted } from '../../../lib/words.ts'

/** Flags of gcloud that sound like a secret, and name where one is kept, a key in KMS, a place in a list, or nothing at all. */
const PLAIN =
  /^--(?:secrets?|keys?|multikey|(?:[\w-]+[-_])?(?:kms|cmek|crypto|public|page|ordering|partition|group|project|site|reservation|version)[-_](?:keys?|token)|(?:[\w-]+-)?secret-manager-stored-[\w-]+|(?:[\w-]+-)?(?:signing|verification)-keys|(?:clear|set|update|remove|use|enforce|generate|prompt|retain|discard|no|offline|application)-[\w-]+|(?:[\w-]+-)?prompt-for-[\w-]+)$/

/** The arguments without secrets. */
export const shownWords = (argv: readonly string[]): string[] => redactWords(argv, flag => PLAIN.test(flag))

/** The whole command without secrets, quoted so that it can be put into a shell. */
export const shownLine = (argv: readonly string[]): string => quoted(['gcloud', ...shownWords(argv)])
