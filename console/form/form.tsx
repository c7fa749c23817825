import { useId, useRef, useState } from 'preact/hooks'
import { Foreign } from '../components/text.tsx'
import { Control } from './controls.tsx'
import type { Upload } from './files.ts'
import {
  fits,
  isNullable,
  isObject,
  kindOf,
  limitsOf,
  type Property,
  plain,
  propertiesOf,
  RESERVED,
  type Schema,
  unknownNames
} from './schema.ts'
import { type Issue, issuesAt, issuesElsewhere, type Path, pathText, withValue } from './value.ts'
import './form.css'

/** Data and callbacks that all fields of a form share. */
export interface Shared {
  /** Prefix of the IDs of the controls. */
  id: string
  issues: readonly Issue[]
  /** Suggested values of properties of the input, such as the names of instances. */
  suggestions: Readonly<Record<string, readonly string[]>>
  upload: Upload | null
  /** Files that are sent as parts of a form. */
  files: readonly File[]
  onFiles: (files: readonly File[]) => void
  /** Replaces the value at a path; undefined removes it. */
  change: (path: Path, value: unknown) => void
  /** Replaces several values at once. */
  changeAll: (changes: readonly (readonly [Path, unknown])[]) => void
}

export interface FormProps {
  schema: Schema
  value: unknown
  onChange: (value: unknown) => void
  issues: readonly Issue[]
  suggestions?: Shared['suggestions']
  upload?: Upload | null
  files?: readonly File[]
  onFiles?: Shared['onFiles']
}

/** More optional properties than these are folded. */
const MAX_SHOWN = 6

/** A form for the input that a schema describes. It shows any value: what no control can hold is edited as JSON. */
export function Form({
  schema,
  value,
  onChange,
  issues,
  suggestions = {},
  upload = null,
  files = [],
  onFiles = () => undefined
}: FormProps) {
  const id = useId()
  const current = useRef(value)
  current.current = value
  // Some changes come late, such as the content of a file: they must not undo what was entered in the meantime.
  const update: Shared['changeAll'] = changes => {
    current.current = changes.reduce((before, [path, next]) => withValue(before, path, next) ?? {}, current.current)
    onChange(current.current)
  }
  const shared: Shared = {
    id,
    issues,
    suggestions,
    upload,
    files,
    onFiles,
    change: (path, next) => update([[path, next]]),
    changeAll: update
  }
  const all = propertiesOf(schema)
  const own = all.filter(({ name }) => !RESERVED.has(name))
  const required = own.filter(property => property.required)
  const optional = own.filter(property => !property.required)
  const names = all.map(({ name }) => name)
  const unknown = unknownNames(schema, value)
  const loose = issuesElsewhere(issues, [...names, ...unknown])
  return (
    <div class="form">
      <Issues issues={loose} />
      <Fields properties={required} value={value} shared={shared} path={[]} />
      {optional.length > MAX_SHOWN && required.length > 0 ? (
        <Folded title={`Optional (${optional.length})`} properties={optional} value={value} shared={shared} />
      ) : (
        <Fields properties={optional} value={value} shared={shared} path={[]} />
      )}
      <Folded title="Advanced" properties={all.filter(({ name }) => RESERVED.has(name))} value={value} shared={shared} />
      {unknown.map(name => (
        <Field
          key={name}
          path={[name]}
          property={{ name, schema: { description: 'The operation has no input of this name.' }, required: false }}
          value={isObject(value) ? value[name] : undefined}
          shared={shared}
        />
      ))}
    </div>
  )
}

/** Properties behind a heading. Opens itself if one of them has a value or a problem. */
function Folded({ title, properties, value, shared }: { title: string; properties: readonly Property[]; value: unknown; shared: Shared }) {
  const [chosen, choose] = useState<boolean>()
  if (properties.length === 0) return null
  const set = properties.filter(({ name }) => isObject(value) && value[name] !== undefined).length
  const hasIssue = properties.some(({ name }) => issuesAt(shared.issues, [name], true).length > 0)
  return (
    <details class="folded" open={hasIssue || (chosen ?? set > 0)} onToggle={event => choose(event.currentTarget.open)}>
      <summary>
        {title}
        {set > 0 && <span class="tag">{set} set</span>}
      </summary>
      <Fields properties={properties} value={value} shared={shared} path={[]} />
    </details>
  )
}

interface FieldsProps {
  properties: readonly Property[]
  value: unknown
  shared: Shared
  path: Path
}

export const Fields = ({ properties, value, shared, path }: FieldsProps) => (
  <>
    {properties.map(property => (
      <Field
        key={property.name}
        path={[...path, property.name]}
        property={property}
        value={isObject(value) && Object.hasOwn(value, property.name) ? value[property.name] : undefined}
        shared={shared}
      />
    ))}
  </>
)

/** ID of the control at a path. */
export const idOf = ({ id }: Pick<Shared, 'id'>, path: Path): string => `${id}-${pathText(path)}`

interface FieldProps {
  property: Property
  value: unknown
  shared: Shared
  path: Path
}

function Field({ property: { name, schema, required }, value, shared, path }: FieldProps) {
  const id = idOf(shared, path)
  const issues = issuesAt(shared.issues, path, false)
  const described = plain(schema).description ?? schema.description
  const limits = limitsOf(schema)
  const isGroup = ['object', 'list', 'record'].includes(kindOf(schema)) && (value === undefined || fits(schema, value))
  const notes = [...(described || limits ? [`${id}-about`] : []), ...(issues.length > 0 ? [`${id}-issues`] : [])]
  return (
    <div class={issues.length > 0 ? 'field wrong' : 'field'}>
      <div class="field-head">
        {isGroup ? (
          <span class="field-name mono">{name}</span>
        ) : (
          <label for={id} class="field-name mono">
            {name}
          </label>
        )}
        {required && <span class="field-required">required</span>}
        <span class="field-actions">
          {value === undefined && isNullable(schema) && (
            <button type="button" class="link" aria-label={`Set ${name} to null`} onClick={() => shared.change(path, null)}>
              Set null
            </button>
          )}
          {value !== undefined && (
            <button type="button" class="link" aria-label={`Clear ${name}`} onClick={() => shared.change(path, undefined)}>
              Clear
            </button>
          )}
        </span>
      </div>
      <Control schema={schema} value={value} required={required} shared={shared} path={path} notes={notes.join(' ')} />
      {(described || limits) && (
        <p class="field-about" id={`${id}-about`}>
          {described && <Foreign>{described}</Foreign>}
          {described && limits && ' · '}
          {limits}
        </p>
      )}
      <Issues id={`${id}-issues`} issues={issues} isOwn />
    </div>
  )
}

/** Validation errors of the gateway. `isOwn`: they are shown next to their field. */
export function Issues({ id, issues, isOwn = false }: { id?: string; issues: readonly Issue[]; isOwn?: boolean }) {
  if (issues.length === 0) return null
  return (
    <div id={id} role="alert">
      <ul class="field-issues">
        {issues.map(({ path, message, expected }) => (
          <li key={`${path} ${message}`}>
            <Foreign>
              {isOwn ? message.charAt(0).toUpperCase() + message.slice(1) : `${path} ${message}`}
              {expected ? `: ${expected}` : ''}
            </Foreign>
          </li>
        ))}
      </ul>
    </div>
  )
}
