import assert from 'node:assert/strict'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the writer checks the output
  data?: any
  // biome-ignore lint/suspicious/noExplicitAny: the writer checks the output
  error?: any
}

export interface Link {
  from: string
  relation: string
  to: string
  valid_at: string | null
  invalid_at: string | null
}

type Model = { objects: Set<string>; links: Link[] }

const RELATIONS = ['uses', 'knows']
/** An object that all writers link to. */
const HUB = 'hub'
const OWN = 4

/** Writes about its own objects, one after another, and knows what the graph must return. It looks up the outcome of lost writes. */
export function createWriter(number: number, call: (name: string, input: object) => Promise<Answer>) {
  const names = Array.from({ length: OWN }, (_, own) => `w${number} ${own}`)
  const counts = { acts: 0, lost: 0 }
  let model: Model = { objects: new Set(), links: [] }

  const pick = <T>(of: readonly T[]): T => {
    const found = of[Math.floor(Math.random() * of.length)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }

  /** The expected state after the operation, and the check of its output. */
  const choose = () => {
    const [from, relation, to] = [pick(names), pick(RELATIONS), pick([...names, HUB])]
    const dice = Math.random()
    if (dice < 0.6) return adds(model, { from, relation, to })
    return dice < 0.9 ? ends(model, { from, relation, to }) : deletes(model, from)
  }

  /** The current links of its objects. */
  async function look(): Promise<Link[]> {
    const links: Link[] = []
    for (const name of names) {
      const { status, data } = await call('list_history', { name, max_items: 1000, max_chars: 10_000_000, compact: false })
      if (status === 404) continue
      assert.equal(status, 200)
      for (const { from, relation, to, valid_at, invalid_at } of data.items)
        if (from === name) links.push({ from, relation, to, valid_at, invalid_at })
    }
    return links
  }

  return {
    counts,
    links: () => model.links,
    async act(): Promise<void> {
      counts.acts++
      const { name, input, after, check } = choose()
      const answer = await call(name, input).catch(() => undefined)
      if (answer) {
        check(answer)
        model = after
        return
      }
      counts.lost++
      const links = textOf(await look())
      assert.ok(
        links === textOf(after.links) || links === textOf(model.links),
        `Neither applied nor absent: ${name} ${JSON.stringify(input)}`
      )
      // An object without links may or may not exist; both results are correct.
      model = links === textOf(after.links) ? after : model
    }
  }
}

const textOf = (links: Link[]): string => JSON.stringify(links.map(link => JSON.stringify(link)).toSorted())

type Triple = Pick<Link, 'from' | 'relation' | 'to'>

/** Both clocks are the same: a link that starts or ends now does so at the time of the query. */
const now = (): string => new Date().toISOString()

const isOf =
  ({ from, relation, to }: Triple) =>
  (link: Link) =>
    link.from === from && link.relation === relation && link.to === to

function adds({ objects, links }: Model, triple: Triple) {
  const isNew = !links.some(link => isOf(triple)(link) && link.invalid_at === null)
  const valid_at = now()
  return {
    name: 'add_link',
    input: { ...triple, valid_at },
    after: {
      objects: new Set([...objects, triple.from, triple.to]),
      links: isNew ? [...links, { ...triple, valid_at, invalid_at: null }] : links
    },
    check: ({ status, data, error }: Answer) => assert.deepEqual([status, data?.created], [isNew ? 201 : 200, isNew], JSON.stringify(error))
  }
}

function ends({ objects, links }: Model, triple: Triple) {
  const own = links.filter(isOf(triple))
  const open = own.some(({ invalid_at }) => invalid_at === null)
  const invalid_at = now()
  const expected = own.length === 0 ? 404 : 200
  return {
    name: 'invalidate_link',
    input: { ...triple, invalid_at },
    after: { objects, links: links.map(link => (isOf(triple)(link) && link.invalid_at === null ? { ...link, invalid_at } : link)) },
    check: ({ status, data, error }: Answer) => {
      assert.equal(status, expected, JSON.stringify(error))
      if (status === 200) assert.equal(data.already_invalid, !open)
    }
  }
}

function deletes({ objects, links }: Model, object: string) {
  const gone = links.filter(({ from, to }) => from === object || to === object)
  return {
    name: 'delete_object',
    input: { name: object, confirm: true },
    after: { objects: new Set([...objects].filter(name => name !== object)), links: links.filter(link => !gone.includes(link)) },
    check: ({ status, data, error }: Answer) => {
      assert.ok(status === 200 || status === 404, JSON.stringify(error))
      if (status === 200) assert.equal(data.links_deleted, gone.length)
      else assert.equal(gone.length, 0, 'It does not exist, but had links')
    }
  }
}
