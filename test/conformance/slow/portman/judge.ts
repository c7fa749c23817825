import type { Answer, Described, readDocument } from '../../oracle.ts'
import type { Sent } from './send.ts'

export type Judge = Awaited<ReturnType<typeof readDocument>>['judge']

/** A request, and the places in it that the document does not allow. */
export interface Varied {
  operation: Described
  places: string[]
}

/** What Portman and the document say against an answer. */
export function problemsOf(judge: Judge, operation: Described, sent: Sent): string[] {
  return [...sent.failed, ...judge(operation, answerOf(sent))].map(problem => `${sent.name}: ${problem}`)
}

/** What is forbidden is refused, and each place that is wrong is named. What is allowed is answered as anything else is, and never by a failure. */
export function problemsOfVariation(judge: Judge, { operation, places }: Varied, sent: Sent): string[] {
  const [, call, within] = (places.length === 1 && ONE_OF_SEVERAL.exec(places[0] ?? '')) || []
  if (operation.id === 'toolgate_call_many' && call && within) {
    const { status, error } = sent.status === 200 ? JSON.parse(sent.text).data.results[call] : sent
    const told = judge(operation, answerOf(sent)).map(problem => `${sent.name}: ${problem}`)
    return status === 400 && namedIn(error).includes(within) ? told : [...told, `${sent.name}: its result does not name ${within}`]
  }
  const problems = problemsOf(judge, operation, sent)
  if (places.length === 0) return problems
  const named = namedIn(sent.status === 400 ? JSON.parse(sent.text).error : undefined)
  const unnamed = places.filter(place => !named.includes(place))
  return unnamed.length === 0 ? problems : [...problems, `${sent.name}: ${unnamed} is not named by ${sent.status} ${named}`]
}

/** What is wrong with one of several calls is said in its own result, so that the others are made. */
const ONE_OF_SEVERAL = /^calls\[(\d+)\]\.(.+)$/

const namedIn = (error): string[] => error?.details?.issues?.map(({ path }) => path) ?? []

const answerOf = ({ status, headers, text }: Sent): Answer => ({ status, headers: new Headers(headers), text })
