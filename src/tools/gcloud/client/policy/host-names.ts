import type { Argument } from '../command/arguments.ts'
import type { Command } from '../command/command.ts'
import { isPlain } from './plain-arguments.ts'
import type { Judgment } from './policy.ts'

/*
 * gcloud builds the host name of many APIs from a location that the caller chooses: `us-central1-run.googleapis.com`. With a location such as
 * `attacker.example/`, it would connect to that host and send it the access token of the gateway. So a location must not contain a character that
 * ends a host name, neither as the value of a flag or a variable, nor within the full name of a resource.
 */

/** Flags and variables whose value is a location. A time zone is not one. */
const LOCATION = /(?<!time)[-_](?:locations?|regions?|zones?)$/i

/** Characters that end a host name in a URL, or that could become one. */
const ENDS_HOST = /[/?#\\%@]|[^\x20-\x7e]/

/** Full name of a location, or its URL at Google. Its first segment, which would be the host, is not the caller's. */
const FULL_NAME =
  /^(?:https:\/\/[a-z][\w-]*\.googleapis\.com\/(?:\w+\/)*)?(?:projects|organizations|folders|billingAccounts)\/[\w.:-]+\/(?:regions|zones|locations)\/[\w-]+$/

/** A location within the full name of a resource. */
const WITHIN = /(?:^|(?:projects|organizations|folders|billingAccounts)\/[^/]*\/)(?:locations|regions|zones)\/([^/]*)/g

/** The name of an object in a storage, or a location there, which is not a host. */
const isStored = (value: string): boolean => /^(?:gs|s3):\/\//.test(value)

const isLocation = (value: string): boolean => value.split(',').every(one => !ENDS_HOST.test(one) || FULL_NAME.test(one))

const namesLocations = (text: string): boolean => [...text.matchAll(WITHIN)].every(([, location = '']) => !ENDS_HOST.test(location))

const isSafe = (name: string | undefined, value: string): boolean =>
  isStored(value) || ((name === undefined || !LOCATION.test(name) || isLocation(value)) && namesLocations(value))

/** Denies a command whose arguments or variables could make gcloud send its access token to a host of the caller. Flags in `allow` may have any value. */
export function deniedByHostName(
  command: Command,
  environment: Readonly<Record<string, string>>,
  allow: readonly string[]
): Judgment | undefined {
  const isStrange = (argument: Argument): boolean => {
    const { flag, text, value = text } = argument
    return !((flag !== undefined && allow.includes(flag)) || isPlain(command, argument) || isSafe(flag, value))
  }
  const argument = command.arguments.find(isStrange)
  const variable = Object.entries(environment).find(([name, value]) => !isSafe(name, value))
  const strange = argument?.flag ?? argument?.text ?? variable?.[0]
  return strange === undefined
    ? undefined
    : {
        verdict: 'denied',
        permission: 'read',
        why: `${strange.slice(0, 80)} contains an invalid location: gcloud would connect to another host.`,
        alternative: 'Set a location such as us-central1, or its full name such as projects/my-project/locations/us-central1.'
      }
}
