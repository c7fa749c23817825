import { useState } from 'preact/hooks'
import { get } from '../../api/client.ts'
import { toast } from '../../app/announce.ts'
import { hrefOf, navigate } from '../../app/router.ts'
import { ActionDialog } from '../../components/action-dialog.tsx'
import { Show } from '../../components/states.tsx'
import { Foreign } from '../../components/text.tsx'
import { useLoad } from '../../components/use-load.ts'
import { useShown } from '../../components/use-shown.ts'
import { Form } from '../../form/form.tsx'
import { isObject, RESERVED, type Schema } from '../../form/schema.ts'
import { issued } from './issued.tsx'
import { type Access, getAccess, getKey, type IssuedKey, type Key, OWN_NOTE, pathOf } from './key.ts'
import { includesScope, ScopesField } from './scopes-field.tsx'
import './keys.css'

export const NewKey = () => <FormPage operation="keys_create" />

export const ChangeKey = ({ params }: { params: Readonly<Record<string, string>> }) => (
  <FormPage operation="keys_update" id={params['id']} />
)

function FormPage({ operation, id }: { operation: string; id?: string | undefined }) {
  const { value, reload } = useLoad(
    signal =>
      Promise.all([
        getAccess(signal),
        get<{ input: Schema }>(`/v1/catalog/${operation}`, undefined, signal),
        id === undefined ? undefined : getKey(id, signal)
      ]),
    []
  )
  return (
    <>
      <p class="back">
        <a href={hrefOf('keys', id ?? '')}>{id === undefined ? 'Keys' : <Foreign>{id}</Foreign>}</a>
      </p>
      <h1 tabIndex={-1}>{id === undefined ? 'Create a key' : 'Change the key'}</h1>
      <Show value={value} onRetry={reload} lines={8}>
        {([access, { input }, item]) => <KeyForm access={access} schema={fieldsOf(input)} item={item} />}
      </Show>
    </>
  )
}

/** Inputs that are not fields of the form: the page names the key, its scopes have a field of their own, and `clear` follows from what is emptied. */
const NO_FIELDS: ReadonlySet<string> = new Set(['scopes', 'disabled', 'clear', ...RESERVED])

/** Fields that are always shown. */
const isShort = (name: string): boolean => ['id', 'description', 'expires_at'].includes(name)

const fieldsOf = (schema: Schema): Schema =>
  only(schema, name => !NO_FIELDS.has(name) && !(name === 'id' && schema.properties?.['disabled'] !== undefined))

/** The schema with only some of its properties. */
function only({ properties = {}, required = [] }: Schema, isField: (name: string) => boolean): Schema {
  return { properties: pick(properties, isField), required: required.filter(isField) }
}

const pick = <Value,>(values: Readonly<Record<string, Value>>, isWanted: (name: string) => boolean): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)))

const DAY_MS = 86_400_000

interface KeyFormProps {
  access: Access
  schema: Schema
  /** The key to change. Default: a new one. */
  item: Key | undefined
}

type Input = Readonly<Record<string, unknown>>

function KeyForm({ access, schema, item }: KeyFormProps) {
  const names = Object.keys(schema.properties ?? {})
  const before: Input = Object.fromEntries(Object.entries(item ?? {}).filter(([name, value]) => names.includes(name) && value !== null))
  const [scopes, setScopes] = useState<readonly string[]>(item?.scopes ?? [])
  const [input, setInput] = useState(before)
  const [body, setBody] = useState<Input>()
  const [problem, setProblem] = useState('')
  const isShown = useShown()

  const submit = (event: Event): void => {
    event.preventDefault()
    const changes = { ...changesIn(before, input), ...(isSame(scopes, item?.scopes ?? []) ? {} : { scopes }) }
    if (scopes.length === 0) setProblem('Choose at least one scope.')
    else if (Object.keys(changes).length === 0) setProblem('Nothing was changed.')
    else {
      setProblem('')
      setBody({ ...changes, confirm: true })
    }
  }
  const onDone = (data: IssuedKey | Key): void => {
    if ('key' in data) issued.value = { id: data.id, key: data.key, note: '' }
    else toast('Key changed')
    if (isShown()) navigate(hrefOf('keys', data.id))
  }
  /** A form for some of the properties. */
  const formOf = (isField: (name: string) => boolean) => (
    <Form
      schema={only(schema, isField)}
      value={pick(input, isField)}
      onChange={next => isObject(next) && setInput({ ...pick(input, name => !isField(name)), ...next })}
      issues={[]}
    />
  )
  const name = item?.id ?? String(input['id'] ?? '')
  const verb = item ? 'Change' : 'Create'
  return (
    <form class="key-form" onSubmit={submit}>
      {formOf(isShort)}
      <div class="buttons">
        {[30, 365].map(days => (
          <button
            key={days}
            type="button"
            class="button small"
            onClick={() => setInput({ ...input, expires_at: new Date(Date.now() + days * DAY_MS).toISOString() })}
          >
            Expires in {days} days
          </button>
        ))}
      </div>
      <ScopesField value={scopes} onChange={setScopes} grantable={access.grantable} />
      <details class="folded" open={names.some(name => !isShort(name) && input[name] !== undefined)}>
        <summary>Limits and constraints</summary>
        {formOf(name => !isShort(name))}
      </details>
      <p class="bad-text" role="alert">
        {problem}
      </p>
      <button type="submit" class="button primary">
        {verb} the key
      </button>
      {body && (
        <ActionDialog<IssuedKey | Key>
          title={`${verb} the key ${name}?`}
          call={item ? { method: 'PATCH', path: pathOf(name), body } : { method: 'POST', path: '/v1/keys', body }}
          label={`${verb} the key`}
          onClose={() => setBody(undefined)}
          onDone={onDone}
        >
          <Effect before={item?.scopes ?? []} after={scopes} />
          {item && access.principal === `key:${name}` && <p class="notice warn">{OWN_NOTE}</p>}
        </ActionDialog>
      )}
    </form>
  )
}

/** What a change of the scopes means. */
function Effect({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  const [added, removed] = [after.filter(scope => !before.includes(scope)), before.filter(scope => !includesScope(after, scope))]
  return (
    <>
      {added.length > 0 && (
        <p>
          The key gives access to: <Foreign>{added.join(', ')}</Foreign>
        </p>
      )}
      {removed.length > 0 && (
        <p>
          It loses: <Foreign>{removed.join(', ')}</Foreign>. Streams, jobs and calls that need one of them end or pause.
        </p>
      )}
    </>
  )
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns what differs. `clear` names the properties that were removed. */
function changesIn(before: Input, after: Input): Input {
  const changed = Object.entries(after).filter(([name, value]) => value !== '' && !isSame(value, before[name]))
  const clear = Object.keys(before).filter(name => after[name] === undefined || after[name] === '')
  return { ...Object.fromEntries(changed), ...(clear.length > 0 && { clear }) }
}
