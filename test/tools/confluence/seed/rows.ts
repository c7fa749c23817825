/** The test that would fail if a line of the seed no longer held: its file below the folder of tests, and its whole name. */
export type Proof = readonly [file: string, name: string]

/** The tests of a line of the seed, and the reason if the product differs. At least one of the two. */
export interface Mapping {
  tests: readonly Proof[]
  departs?: string
}

/** Lines of one heading, by their names in the seed. */
export type Rows = Readonly<Record<string, Mapping>>

export const shown = (...tests: readonly Proof[]): Mapping => ({ tests })
export const otherwise = (departs: string, ...tests: readonly Proof[]): Mapping => ({ tests, departs })

const own =
  (file: string) =>
  (name: string): Proof => [`tools/confluence/${file}.test.ts`, name]

export const contract = own('contract')
export const errors = own('errors')
export const renderings = own('renderings')
export const limits = own('limits')
export const fields = own('fields')
export const reading = own('reading')
export const writing = own('writing')
export const defects = own('defects')
export const instances = own('instances')
export const attachments = own('attachments')
export const recordings = own('recordings')
export const admission = (name: string): Proof => ['pipeline/authorize.test.ts', name]
export const events = (name: string): Proof => ['contract/events.test.ts', name]
export const deadline = (name: string): Proof => ['pipeline/deadline.test.ts', name]
export const anyInstance = (name: string): Proof => ['surfaces/rest/instances.test.ts', name]
export const config = (name: string): Proof => ['config.test.ts', name]
export const examples: Proof = ['catalog-examples.test.ts', 'the running system responds as the examples show']
