import { isAddress, positionalsOf } from '../command/arguments.ts'
import type { Command } from '../command/command.ts'
import type { Judgment } from './policy.ts'

const COPIES = /^storage (?:cp|copy|mv|move|rsync)$/
const SEVERAL = /^(?:--recursive|--read-paths-from-stdin)(?:=|$)|^-[a-zA-Z]*[rRI]/

/**
 * Denies copies to the gateway's host of objects whose names are not in the command, even if the operator allows the command: gcloud writes
 * an object named `../x` to that path.
 */
export function deniedByObjectNames({ path, arguments: args }: Command): Judgment | undefined {
  const command = path.join(' ')
  const places = positionalsOf(args).map(({ text }) => text)
  const isDownload = COPIES.test(command) && places.some(isAddress) && !places.every(isAddress)
  const isOfSeveral = command.endsWith('rsync') || args.some(({ text }) => SEVERAL.test(text)) || places.some(text => /[*?[]/.test(text))
  if (!isDownload || !isOfSeveral || isAddress(places.at(-1) ?? '')) return undefined
  return {
    verdict: 'denied',
    permission: 'read',
    why: `${command} names its files after the objects, and such a name may lead out of the roots.`,
    alternative: 'Copy the objects one by one, each by its name.'
  }
}
