import type { Answer, Described, readDocument } from '../../oracle.ts'
import type { Sent } from './send.ts'

export type Judge = Awaited<ReturnType<typeof readDocument>>['judge']

/** A request, and its violations of the document. */
export interface Varied {
  operation: Described
  places: string[]
}

/** Failures of a response according to Portman and the document. */
export function problemsOf(judge: Judge, operation: Described, sent: Sent): string[] {
  return [...sent.failed, ...judge(operation, answerOf(sent))].map(problem => `${sent.name}: ${problem}`)
}

/** A forbidden request is refused, and each violation is named. An allowed one has any described response except a failure. */
export function problemsOfVariation(judge: Judge, { operation, places }: Varied, sent: Sent): string[] {
  const [, call, within] = (places.length === 1 && ONE_OF_SEVERAL.exec(places[0] ?? '')) || []
  if (operation.id === 'toolgate_call_many' && call && within) {
    const { status, error } = sent.status === 200 ? JSON.parse(sent.text).data.results[call] : sent
    const problems = judge(operation, answerOf(sent)).map(problem => `${sent.name}: ${problem}`)
    return status === 400 && namedIn(error).includes(within) ? problems : [...problems, `${sent.name}: its result does not name ${within}`]
  }
  const problems = problemsOf(judge, operation, sent)
  if (places.length === 0) return problems
  const named = namedIn(sent.status === 400 ? JSON.parse(sent.text).error : undefined)
  const unnamed = places.filter(place => !named.includes(place))
  return unnamed.length === 0 ? problems : [...problems, `${sent.name}: ${unnamed} is not named by ${sent.status} ${named}`]
}

/** A mistake in one of several calls is reported in its own result, so that the others run. */
const ONE_OF_SEVERAL = /^calls\[(\d+)\]\.(.+)$/

const namedIn = (error): string[] => error?.details?.issues?.map(({ path }) => path) ?? []

const answerOf = ({ status, headers, text }: Sent): Answer => ({ status, headers: new Headers(headers), text })
