import { useRef, useState } from 'preact/hooks'
import { FileControl, FileList } from './file-control.tsx'
import { Fields, Issues, idOf, type Shared } from './form.tsx'
import { jsonText, parseJson } from './json-text.ts'
import {
  branches,
  branchOf,
  fits,
  initialOf,
  isObject,
  kindOf,
  numberOf,
  numberText,
  optionsOf,
  plain,
  propertiesOf,
  type Schema,
  unknownNames
} from './schema.ts'
import { issuesAt, type Path } from './value.ts'

export interface ControlProps {
  schema: Schema
  value: unknown
  required: boolean
  shared: Shared
  path: Path
  /** IDs of the elements that describe the control. */
  notes: string
  /** Name for screen readers, if no label names the control. */
  label?: string
}

/** The control for a value: that of its schema, or a JSON text if it cannot hold the value. */
export function Control(props: ControlProps) {
  const { schema, value } = props
  if (value === null) return <NullControl {...props} />
  if (value !== undefined && !fits(schema, value)) return <JsonControl {...props} />
  switch (kindOf(schema)) {
    case 'string':
      return hasLines(value) ? <LongTextControl {...props} /> : <TextControl {...props} />
    case 'text':
      return <LongTextControl {...props} />
    case 'number':
      return <NumberControl {...props} />
    case 'boolean':
      return <ChoiceOfValues {...props} options={[true, false]} />
    case 'enum':
      return <ChoiceOfValues {...props} options={optionsOf(schema)} />
    case 'object':
      return <ObjectControl {...props} />
    case 'list':
      return <ListControl {...props} />
    case 'record':
      return <RecordControl {...props} />
    case 'choice':
      return <BranchControl {...props} />
    case 'file':
      return <FileControl {...props} />
    case 'json':
      return <JsonControl {...props} />
  }
}

/** Whether a text would lose its line breaks in a control of one line. */
const hasLines = (value: unknown): boolean => typeof value === 'string' && value.includes('\n')

/** Attributes of the element that holds the value. */
function attributes({ shared, path, notes, required, label }: ControlProps) {
  const isWrong = issuesAt(shared.issues, path, true).length > 0
  return {
    id: idOf(shared, path),
    ...(notes && { 'aria-describedby': notes }),
    ...(isWrong && { 'aria-invalid': 'true' as const }),
    ...(required && { 'aria-required': 'true' as const }),
    ...(label !== undefined && { 'aria-label': label })
  }
}

const NullControl = (props: ControlProps) => <input {...attributes(props)} class="mono" readOnly value="null" />

/** Text of an empty control: the default of the value. */
const placeholderOf = ({ default: value }: Schema): string =>
  value === undefined ? '' : `Default: ${typeof value === 'string' ? value : JSON.stringify(value)}`

/** An emptied text is left out, unless the empty text is a value, or an item of a list: that is removed by its button. */
const textOf = (schema: Schema, text: string, path: Path): string | undefined =>
  text === '' && typeof path.at(-1) === 'string' && (plain(schema).minLength ?? 0) > 0 ? undefined : text

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

function TextControl(props: ControlProps) {
  const { schema, value, shared, path } = props
  const one = plain(schema)
  const name = path.length === 1 ? String(path[0]) : ''
  const suggested = shared.suggestions[name] ?? []
  const list = `${idOf(shared, path)}-suggestions`
  const isTime = one.format === 'date-time'
  return (
    <div class="joined">
      <input
        {...attributes(props)}
        type="text"
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholderOf(schema) || (isTime ? 'YYYY-MM-DDThh:mm:ssZ' : '')}
        value={asText(value)}
        {...(suggested.length > 0 && { list })}
        onInput={({ currentTarget }) => shared.change(path, textOf(schema, currentTarget.value, path))}
      />
      {suggested.length > 0 && (
        <datalist id={list}>
          {suggested.map(one => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {isTime && (
        <button type="button" class="button small" aria-label={`Set ${name} to now`} onClick={() => shared.change(path, now())}>
          Now
        </button>
      )}
      {name === 'idempotency_key' && (
        <button type="button" class="button small" onClick={() => shared.change(path, uuid())}>
          Generate
        </button>
      )}
    </div>
  )
}

/** The present, with the offset of this computer. */
function now(): string {
  const time = new Date()
  const offset = -time.getTimezoneOffset()
  const local = new Date(time.getTime() + offset * 60_000).toISOString().slice(0, 19)
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map(part => String(part).padStart(2, '0'))
  return offset === 0 ? `${local}Z` : `${local}${offset < 0 ? '-' : '+'}${hours}:${minutes}`
}

/** crypto.randomUUID is missing on a page that came over HTTP from a host other than localhost. */
const uuid = (): string =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, digit =>
    (Number(digit) ^ ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & (15 >> (Number(digit) / 4)))).toString(16)
  )

function LongTextControl(props: ControlProps) {
  const { schema, value, shared, path } = props
  const text = asText(value)
  const load = async (file: File | undefined): Promise<void> => {
    if (file) shared.change(path, await file.text())
  }
  return (
    <div class="stacked">
      <textarea
        {...attributes(props)}
        rows={Math.min(16, Math.max(2, text.split('\n', 17).length))}
        placeholder={placeholderOf(schema)}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => shared.change(path, textOf(schema, currentTarget.value, path))}
      />
      {(plain(schema).maxLength ?? Infinity) > 20_000 && (
        <label class="link file-link">
          Load from a file
          <input
            type="file"
            class="visually-hidden"
            aria-label={`Load from a file: ${String(path.at(-1))}`}
            onChange={({ currentTarget }) => load(currentTarget.files?.[0])}
          />
        </label>
      )}
    </div>
  )
}

function NumberControl(props: ControlProps) {
  const { schema, value, shared, path } = props
  const [typed, setTyped] = useState('')
  return (
    <input
      {...attributes(props)}
      type="text"
      inputMode="decimal"
      autocomplete="off"
      class="short"
      placeholder={placeholderOf(schema)}
      value={value !== undefined && numberOf(typed) === value ? typed : numberText(value)}
      onInput={({ currentTarget }) => {
        setTyped(currentTarget.value)
        const text = currentTarget.value.trim()
        shared.change(path, text === '' && typeof path.at(-1) === 'string' ? undefined : numberOf(text))
      }}
    />
  )
}

function ChoiceOfValues({ options, ...props }: ControlProps & { options: readonly unknown[] }) {
  const { schema, value, shared, path } = props
  const chosen = options.indexOf(value)
  return (
    <select
      {...attributes(props)}
      value={String(chosen)}
      onChange={({ currentTarget }) => shared.change(path, options[Number(currentTarget.value)])}
    >
      <option value="-1">{placeholderOf(schema) || 'Not set'}</option>
      {options.map((option, at) => (
        <option key={at} value={String(at)}>
          {typeof option === 'string' ? option : JSON.stringify(option)}
        </option>
      ))}
    </select>
  )
}

function ObjectControl(props: ControlProps) {
  const { schema, value, shared, path } = props
  const others = unknownNames(schema, value).map(name => ({ name, schema: {}, required: false }))
  return (
    <fieldset
      class="nested"
      id={idOf(shared, path)}
      aria-describedby={props.notes || undefined}
      aria-label={props.label ?? String(path.at(-1))}
    >
      <Fields properties={[...propertiesOf(schema), ...others]} value={value} shared={shared} path={path} />
    </fieldset>
  )
}

/** A longer list is edited as JSON. */
const MAX_ROWS = 200

function ListControl(props: ControlProps) {
  const { schema, value, shared, path } = props
  const items = Array.isArray(value) ? value : []
  const itemSchema = plain(schema).items ?? {}
  const options = kindOf(itemSchema) === 'enum' ? optionsOf(itemSchema) : []
  const isSet = new Set(items).size === items.length && items.every(item => options.includes(item))
  if (options.length > 0 && options.length <= 16 && isSet) return <Checkboxes {...props} items={items} options={options} />
  if (items.length > MAX_ROWS) return <JsonControl {...props} />
  const name = String(path.at(-1))
  const add = (): void => {
    shared.change([...path, items.length], initialOf(itemSchema))
    focusSoon(idOf(shared, [...path, items.length]))
  }
  const { upload } = shared
  return (
    <fieldset class="list" id={idOf(shared, path)} aria-describedby={props.notes || undefined} aria-label={props.label ?? name}>
      {items.map((item, at) => (
        <Item
          key={at}
          schema={itemSchema}
          value={item}
          shared={shared}
          path={[...path, at]}
          label={`${name} ${at + 1}`}
          onRemove={() => shared.change(path, items.length === 1 ? undefined : items.toSpliced(at, 1))}
          onPaste={lines => shared.change(path, [...items.slice(0, at), ...lines, ...items.slice(at + 1)])}
        />
      ))}
      <div class="buttons">
        <button type="button" class="button small" aria-label={`Add item to ${name}`} onClick={add}>
          Add item
        </button>
        {upload?.multiple && path.length === 1 && upload.property === name && (
          <FileList upload={upload} items={items} shared={shared} path={path} />
        )}
      </div>
    </fieldset>
  )
}

/** Moves the focus to a control that the next rendering adds. */
const focusSoon = (id: string): void => {
  setTimeout(() => {
    const added = document.getElementById(id)
    const control = added?.matches('input, select, textarea') ? added : added?.querySelector<HTMLElement>('input, select, textarea, button')
    control?.focus()
  })
}

interface ItemProps {
  schema: Schema
  value: unknown
  shared: Shared
  path: Path
  label: string
  onRemove: () => void
  /** Called with the lines of a text that is pasted into the item. */
  onPaste: (lines: string[]) => void
}

function Item({ schema, value, shared, path, label, onRemove, onPaste }: ItemProps) {
  const issues = issuesAt(shared.issues, path, false)
  const note = `${idOf(shared, path)}-issues`
  const paste = (event: ClipboardEvent): void => {
    const lines = (event.clipboardData?.getData('text') ?? '').split(/\r?\n/).filter(line => line.trim() !== '')
    if (kindOf(schema) !== 'string' || value !== '' || lines.length < 2) return
    event.preventDefault()
    onPaste(lines)
  }
  return (
    <div class="item" onPaste={paste}>
      <div class="item-control">
        <Control
          schema={schema}
          value={value}
          required={false}
          shared={shared}
          path={path}
          notes={issues.length > 0 ? note : ''}
          label={label}
        />
        <Issues id={note} issues={issues} isOwn />
      </div>
      <button type="button" class="link" aria-label={`Remove ${label}`} onClick={onRemove}>
        Remove
      </button>
    </div>
  )
}

function Checkboxes({
  items,
  options,
  shared,
  path,
  label,
  notes
}: ControlProps & { items: readonly unknown[]; options: readonly unknown[] }) {
  const toggle = (option: unknown, isOn: boolean): void => {
    const next = isOn ? [...items, option] : items.filter(item => item !== option)
    shared.change(path, next.length === 0 ? undefined : next)
  }
  return (
    <fieldset class="checks" id={idOf(shared, path)} aria-label={label ?? String(path.at(-1))} aria-describedby={notes || undefined}>
      {options.map(option => (
        <label key={String(option)}>
          <input type="checkbox" checked={items.includes(option)} onChange={({ currentTarget }) => toggle(option, currentTarget.checked)} />
          {String(option)}
        </label>
      ))}
    </fieldset>
  )
}

/** Names that the input chooses, each with its value. */
function RecordControl(props: ControlProps) {
  const { schema, value, shared, path } = props
  const entries = Object.entries(isObject(value) ? value : {})
  const { additionalProperties } = plain(schema)
  const valueSchema = typeof additionalProperties === 'object' ? additionalProperties : {}
  const replace = (next: readonly (readonly [string, unknown])[]): void =>
    shared.change(path, next.length === 0 ? undefined : Object.fromEntries(next))
  const name = String(path.at(-1))
  const freeName = (at = 1): string => (entries.some(([known]) => known === `name_${at}`) ? freeName(at + 1) : `name_${at}`)
  return (
    <fieldset class="list" id={idOf(shared, path)} aria-describedby={props.notes || undefined} aria-label={props.label ?? name}>
      {entries.map(([key, item], at) => (
        <div class="item" key={at}>
          <NameControl
            name={key}
            label={`Name ${at + 1} of ${name}`}
            taken={entries.filter((_, other) => other !== at).map(([other]) => other)}
            onRename={next => replace(entries.map((entry, other) => (other === at ? [next, item] : entry)))}
          />
          <div class="item-control">
            <Control
              schema={valueSchema}
              value={item}
              required={false}
              shared={shared}
              path={[...path, key]}
              notes=""
              label={`Value of ${key}`}
            />
            <Issues issues={issuesAt(shared.issues, [...path, key], false)} isOwn />
          </div>
          <button
            type="button"
            class="link"
            aria-label={`Remove ${key}`}
            onClick={() => replace(entries.filter((_, other) => other !== at))}
          >
            Remove
          </button>
        </div>
      ))}
      <div class="buttons">
        <button
          type="button"
          class="button small"
          aria-label={`Add name to ${name}`}
          onClick={() => replace([...entries, [freeName(), initialOf(valueSchema)]])}
        >
          Add name
        </button>
      </div>
    </fieldset>
  )
}

/** A name that another entry has is not taken over: one of the two values would be lost. */
function NameControl({
  name,
  label,
  taken,
  onRename
}: {
  name: string
  label: string
  taken: readonly string[]
  onRename: (name: string) => void
}) {
  const [typed, setTyped] = useState<string>()
  const isTaken = typed !== undefined && taken.includes(typed)
  return (
    <input
      type="text"
      class="record-name mono"
      aria-label={label}
      aria-invalid={isTaken}
      value={typed ?? name}
      onInput={({ currentTarget }) => {
        const next = currentTarget.value
        const isFree = !taken.includes(next)
        setTyped(isFree ? undefined : next)
        if (isFree) onRename(next)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

/** One of several forms of a value. What was entered in the others is kept until the form is closed. */
function BranchControl(props: ControlProps) {
  const { schema, value, shared, path } = props
  const all = branches(schema)
  const at = value === undefined ? undefined : branchOf(schema, value)
  const kept = useRef(new Map<number, unknown>())
  const choose = (next: number): void => {
    if (at !== undefined) kept.current.set(at, value)
    shared.change(path, next < 0 ? undefined : (kept.current.get(next) ?? initialOf(all[next]?.schema ?? {})))
  }
  const branch = at === undefined ? undefined : all[at]
  return (
    <div class="stacked">
      <select {...attributes(props)} value={String(at ?? -1)} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
        <option value="-1">Not set</option>
        {all.map(({ label }, place) => (
          <option key={label} value={String(place)}>
            {label}
          </option>
        ))}
      </select>
      {branch && (
        <Control
          schema={branch.schema}
          value={value}
          required={false}
          shared={{ ...shared, id: `${shared.id}-branch` }}
          path={path}
          notes=""
          label={`${String(path.at(-1))}: ${branch.label}`}
        />
      )}
    </div>
  )
}

/** Any value as JSON. A text that is not valid stays as it is typed, and changes the value when it becomes valid. */
function JsonControl(props: ControlProps) {
  const { value, shared, path } = props
  const [typed, setTyped] = useState('')
  const parsed = parseJson(typed)
  const isCurrent = parsed.problem ? typed.trim() !== '' : jsonText(parsed.value) === jsonText(value)
  const text = isCurrent ? typed : value === undefined ? '' : jsonText(value)
  const { problem } = parsed
  return (
    <div class="stacked">
      <textarea
        {...attributes(props)}
        class="mono"
        rows={Math.min(12, Math.max(2, text.split('\n', 13).length))}
        placeholder="JSON"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value)
          const next = parseJson(currentTarget.value)
          if (!next.problem) shared.change(path, next.value)
          else if (currentTarget.value.trim() === '') shared.change(path, undefined)
        }}
      />
      {isCurrent && problem && (
        <p class="bad-text small" role="alert">
          Line {problem.line}, column {problem.column}: {problem.message}
        </p>
      )}
    </div>
  )
}
