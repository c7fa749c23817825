import { CopyId, Foreign } from '../../components/text.tsx'
import { changeIn, isDiff, linesOfDiff } from '../../lib/diff.ts'
import { visibleControls, words } from '../../lib/format.ts'

const MAX_LINES = 200

/** A checksum is compared by its beginning. */
const CHECKSUM = /^[0-9a-f]{40,128}$/
const SHOWN_CHECKSUM = 12

/** Data that an operation reports for an item: a diff, a change, or named values. */
export function Data({ value }: { value: unknown }) {
  if (typeof value === 'string' && CHECKSUM.test(value))
    return <CopyId id={value} label="checksum" shown={value.slice(0, SHOWN_CHECKSUM)} />
  if (typeof value === 'string') return isDiff(value) ? <Diff text={value} /> : <Foreign>{value}</Foreign>
  if (typeof value !== 'object' || value === null) return <Foreign>{String(value)}</Foreign>
  const change = changeIn(value)
  if (change && Object.keys(value).length === 2) return <Change {...change} />
  // What changes is read first; a checksum, if at all.
  const entries = Object.entries(value).sort(([, a], [, b]) => Number(holdsDiff(b)) - Number(holdsDiff(a)))
  if (Array.isArray(value) && value.every(one => typeof one !== 'object')) return <Foreign>{value.join(', ') || 'None'}</Foreign>
  if (Array.isArray(value) || entries.length === 0) return <Foreign>{JSON.stringify(value)}</Foreign>
  return (
    <dl class="data">
      {entries.map(([name, one]) => (
        <div key={name}>
          <dt>
            <Foreign>{words(name)}</Foreign>
          </dt>
          <dd>
            <Data value={one} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const holdsDiff = (value: unknown): boolean => typeof value === 'string' && isDiff(value)

const Change = ({ before, after }: { before: unknown; after: unknown }) => (
  <span class="change">
    <del>
      <Foreign>{textOf(before)}</Foreign>
    </del>{' '}
    <ins>
      <Foreign>{textOf(after)}</Foreign>
    </ins>
  </span>
)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : value === null ? 'none' : JSON.stringify(value))

function Diff({ text }: { text: string }) {
  const lines = linesOfDiff(text)
  return (
    <pre class="code diff">
      {lines.slice(0, MAX_LINES).map((line, at) => (
        <span key={at} class={line.kind}>
          {visibleControls(line.text)}
          {'\n'}
        </span>
      ))}
      {lines.length > MAX_LINES && <span class="head">{lines.length - MAX_LINES} more lines</span>}
    </pre>
  )
}
