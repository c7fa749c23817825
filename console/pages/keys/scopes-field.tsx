import { useId, useState } from 'preact/hooks'
import { Foreign } from '../../components/text.tsx'
import type { Scope } from './key.ts'

const EVERYTHING = '*'

/** Permissions for a system: each includes those before it. */
const PERMISSIONS: readonly (readonly [string, string])[] = [
  ['read', 'Read'],
  ['write', 'Read and write'],
  ['destructive', 'Read, write and delete']
]

interface ScopesFieldProps {
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  /** Scopes to choose from. */
  grantable: readonly Scope[]
}

/** Selects the scopes of a key: a permission for each system, those of the gateway, and any other by its name. */
export function ScopesField({ value, onChange, grantable }: ScopesFieldProps) {
  const isPermission = permissionTest(grantable)
  const all = [...new Set([...grantable.map(({ scope }) => scope), ...value])]
  const general = grantable.filter(({ kind }) => kind === 'general')
  const systems = [...new Set(all.flatMap(scope => (isPermission(scope) ? systemOf(scope) : [])))]
  const others = value.filter(scope => !isPermission(scope) && !general.some(one => one.scope === scope))
  const toggle = (scope: string): void => onChange(value.includes(scope) ? value.filter(one => one !== scope) : [...value, scope])
  const isEverything = value.includes(EVERYTHING)
  return (
    <fieldset class="scopes">
      <legend>Scopes</legend>
      <p class="muted small">What the key may do. You can grant only scopes that you have.</p>
      <div class="choices">
        {general
          .filter(({ scope }) => scope === EVERYTHING || !isEverything)
          .map(({ scope, allows }) => (
            <label key={scope} class="check">
              <input type="checkbox" checked={value.includes(scope)} onChange={() => toggle(scope)} />
              <span>
                <span class="mono">{scope}</span> <span class="muted small">{allows.replaceAll('`', '')}</span>
              </span>
            </label>
          ))}
      </div>
      {!isEverything && (
        <>
          <div class="grants">
            {systems.map(system => (
              <label key={system} class="stacked">
                {system === EVERYTHING ? 'All systems' : system}
                <select
                  aria-label={system === EVERYTHING ? 'All systems' : system}
                  value={value.findLast(scope => isPermission(scope) && systemOf(scope) === system) ?? ''}
                  onChange={({ currentTarget: { value: chosen } }) =>
                    onChange([...value.filter(scope => !(isPermission(scope) && systemOf(scope) === system)), ...(chosen ? [chosen] : [])])
                  }
                >
                  <option value="">No permission</option>
                  {PERMISSIONS.map(([right, label]) => [`${system}:${right}`, label] as const)
                    .filter(([scope]) => all.includes(scope))
                    .map(([scope, label]) => (
                      <option key={scope} value={scope}>
                        {label}
                      </option>
                    ))}
                </select>
              </label>
            ))}
          </div>
          <Others value={others} grantable={grantable} onAdd={scope => onChange([...value, scope])} onRemove={toggle} />
        </>
      )}
    </fieldset>
  )
}

/** Returns whether a scope is a permission for a system: metrics:read is not. */
function permissionTest(grantable: readonly Scope[]): (scope: string) => boolean {
  const general = new Set(grantable.flatMap(({ scope, kind }) => (kind === 'general' ? scope : [])))
  return scope => !general.has(scope) && PERMISSIONS.some(([right]) => scope.split(':')[1] === right)
}

/** Whether the scopes include another one, even as a part of a permission: gitlab:write includes gitlab:read. */
export function includesScope(scopes: readonly string[], wanted: string): boolean {
  const rank = rankOf(wanted)
  return scopes.some(one => one === wanted || (rank >= 0 && rankOf(one) > rank && [EVERYTHING, systemOf(wanted)].includes(systemOf(one))))
}

const rankOf = (scope: string): number => PERMISSIONS.findIndex(([right]) => right === scope.split(':')[1])
const systemOf = (scope: string): string => scope.split(':')[0] ?? ''

interface OthersProps {
  value: readonly string[]
  grantable: readonly Scope[]
  onAdd: (scope: string) => void
  onRemove: (scope: string) => void
}

/** Groups, operations and the rest, which are too many to list. */
function Others({ value, grantable, onAdd, onRemove }: OthersProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const isPermission = permissionTest(grantable)
  const offered = grantable.filter(({ scope, kind }) => kind !== 'general' && !isPermission(scope))
  const add = (): void => {
    const scope = text.trim()
    const isOffered = offered.some(one => one.scope === scope)
    setProblem(isOffered ? '' : `${scope || 'An empty text'} is not a scope that you can grant.`)
    if (!isOffered) return
    if (!value.includes(scope)) onAdd(scope)
    setText('')
  }
  if (offered.length === 0 && value.length === 0) return null
  return (
    <div class="stacked">
      <label for={id}>A group of operations, or one operation</label>
      <div class="joined">
        <input
          id={id}
          class="mono"
          list={`${id}-scopes`}
          autocomplete="off"
          spellcheck={false}
          placeholder="gitlab:issues"
          value={text}
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-problem`}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <datalist id={`${id}-scopes`}>
          {offered.map(({ scope, allows }) => (
            <option key={scope} value={scope}>
              {allows}
            </option>
          ))}
        </datalist>
        <button type="button" class="button small" onClick={add}>
          Add scope
        </button>
      </div>
      <p id={`${id}-problem`} class="bad-text small" role="alert">
        <Foreign>{problem}</Foreign>
      </p>
      <ul class="tags">
        {value.map(scope => (
          <li key={scope}>
            <button type="button" class="button small mono" aria-label={`Remove ${scope}`} onClick={() => onRemove(scope)}>
              <Foreign>{scope}</Foreign> ×
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
