import type { Caller } from '../../../contract/caller.ts'
import { OperationError } from '../../../contract/errors.ts'
import { integerOrNull, type Row, text } from '../../../lib/row.ts'
import type { Request, Turn } from './request.ts'
import type { Settings } from './settings.ts'

/** Which projects may be used: those of the instance, and of the key that calls. */
export interface Allowance {
  /** The lists that all must fit; none: every project. */
  of: (caller: Caller) => readonly (readonly string[])[]
  /** Whether the caller may use the project, named by path or id. */
  mayUse: (project: string, turn: Turn) => Promise<boolean>
  /** Throws where the caller may not use the project, named by path or id. */
  check: (project: string, turn: Turn) => Promise<void>
  /** Throws where the caller may use some projects only: the call asks for more than one. */
  checkAll: (turn: Turn) => void
  /** Whether a thing that tells its project may be shown. */
  allows: (caller: Caller, project: Names) => boolean
}

/** What a project is called by id and by path; the path is empty where it is not told. */
export interface Names {
  id: number | null
  path: string
}

const MOST_KNOWN = 1000
const KNOWN_FOR_MS = 300_000

export function allowanceOf(
  { projects, projects_by_key = [] }: Pick<Settings, 'projects' | 'projects_by_key'>,
  row: (request: Request, turn: Turn) => Promise<Row>
): Allowance {
  const byKey = Map.groupBy(projects_by_key, ({ key }) => key)
  const of: Allowance['of'] = ({ id }) =>
    [projects, ...(byKey.get(id) ?? []).map(({ projects }) => projects)].filter(list => list !== undefined)
  const allows: Allowance['allows'] = (caller, project) => of(caller).every(list => list.some(entry => fits(entry, project)))
  const names = rememberNames(row)
  const mayUse: Allowance['mayUse'] = async (project, turn) =>
    of(turn.caller).length === 0 || allows(turn.caller, await names(project, turn))
  return {
    of,
    allows,
    mayUse,
    async check(project, turn) {
      if (!(await mayUse(project, turn))) throw denied(`The project ${project} is not among those that may be used here.`)
    },
    checkAll({ caller }) {
      if (of(caller).length > 0) throw denied('Only single projects may be used here: name one as project.')
    }
  }
}

/** Lists that would not do what they seem to: the second one of a key, and that of a key which nobody has. */
export function listProblems(
  { projects_by_key = [] }: Pick<Settings, 'projects_by_key'>,
  callers: readonly string[] | undefined
): string[] {
  const keys = projects_by_key.map(({ key }) => key)
  return keys.flatMap((key, place) => [
    ...(keys.indexOf(key) < place ? [`projects_by_key[${place}].key is ${key} a second time (one list for each key)`] : []),
    ...(callers?.includes(key) === false
      ? [`projects_by_key[${place}].key is ${key}, and the gateway has no such key (the id of a key)`]
      : [])
  ])
}

/** Paths are alike in whatever case. */
function fits(entry: string, { id, path }: Names): boolean {
  const [wanted, given] = [entry.toLowerCase(), path.toLowerCase()]
  return wanted === given || wanted === String(id) || (wanted.endsWith('/*') && given.startsWith(wanted.slice(0, -1)))
}

/** A project may be named by path or id, and have been moved: what counts is what GitLab calls it now. */
function rememberNames(row: (request: Request, turn: Turn) => Promise<Row>) {
  const known = new Map<string, { names: Names; until: number }>()
  return async (project: string, turn: Turn): Promise<Names> => {
    const found = known.get(project)
    if (found && found.until > Date.now()) return found.names
    const about = { kind: 'project', name: project }
    const told = await row({ path: `projects/${encodeURIComponent(project)}`, about }, turn)
    const names = { id: integerOrNull(told, 'id'), path: text(told, 'path_with_namespace') }
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(project, { names, until: Date.now() + KNOWN_FOR_MS })
    return names
  }
}

export const denied = (message: string, ...advice: string[]): OperationError =>
  new OperationError('denied_by_policy', message, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [...advice, 'gitlab_test_connection tells which projects may be used.']
  })
