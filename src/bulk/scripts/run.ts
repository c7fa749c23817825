import type { RedisClient } from '../../lib/redis/connect.ts'
import { runForTexts, type Script, script } from '../../lib/redis/script.ts'
import { jobKeys } from '../keys.ts'
import { abandon } from './abandon.ts'
import { adopt, disown, own } from './adopt.ts'
import { advance } from './advance.ts'
import { append } from './append.ts'
import { claim } from './claim.ts'
import { cancel, confirm, expire, pause, resume } from './control.ts'
import { create, give, refuse } from './create.ts'
import { giveBack } from './give-back.ts'
import { holdBack } from './hold-back.ts'
import { listed } from './listed.ts'
import { noted } from './noted.ts'
import { output } from './output.ts'
import { NAMES, SHARED } from './prelude.ts'
import { QUICK } from './quick.ts'
import { remove, retire } from './remove.ts'
import { resolve } from './resolve.ts'
import { rest } from './rest.ts'
import { resync } from './resync.ts'
import { stumble } from './stumble.ts'
import { tell } from './tell.ts'

const SOURCES = {
  create,
  give,
  refuse,
  append,
  listed,
  confirm,
  claim,
  advance,
  resync,
  rest,
  stumble,
  cancel,
  pause,
  resume,
  expire,
  tell,
  holdBack,
  noted,
  output,
  abandon,
  adopt,
  own,
  disown,
  giveBack,
  resolve,
  retire,
  remove
}
export type ScriptName = keyof typeof SOURCES

/** What a script does before all that scripts share is read. */
const FIRST: Partial<Record<ScriptName, string>> = { advance: QUICK }

/** Runs one script on the keys of one job. */
export async function runScript(redis: RedisClient, name: ScriptName, jobId: string, values: (string | number)[] = []): Promise<string[]> {
  return await runForTexts(redis, scriptNamed(name), jobKeys(jobId), values)
}

const scripts = new Map<ScriptName, Script>()

function scriptNamed(name: ScriptName): Script {
  const known = scripts.get(name)
  if (known) return known
  const made = script(NAMES + (FIRST[name] ?? '') + SHARED + SOURCES[name])
  scripts.set(name, made)
  return made
}
