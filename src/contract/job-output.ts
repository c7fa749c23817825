import { type Static, Type } from 'typebox'
import { type Total, words } from './schema.ts'

/** A line that the program of a job printed. */
export const JobLine = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'Place of the line in the output, from 1 on' }),
    stream: words(['stdout', 'stderr'], { description: 'Where the program printed it' }),
    text: Type.String({ description: 'The line, without its end; what looks like a secret is taken out' })
  },
  { $id: 'JobLine', description: 'A line of output' }
)
export type JobLine = Static<typeof JobLine>

export interface LinesPage {
  items: JobLine[]
  next_cursor: string | null
  total: Total
}
