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
  const problems = problemsOf(judge, operation, sent)
  if (places.length === 0) return problems
  const { details } = sent.status === 400 ? JSON.parse(sent.text).error : {}
  const named = details?.issues?.map(({ path }) => path) ?? []
  const unnamed = places.filter(place => !named.includes(place))
  return unnamed.length === 0 ? problems : [...problems, `${sent.name}: ${unnamed} is not named by ${sent.status} ${named}`]
}

const answerOf = ({ status, headers, text }: Sent): Answer => ({ status, headers: new Headers(headers), text })
