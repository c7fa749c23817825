import { METRICS } from '../../src/lib/telemetry/metrics.ts'

/** Labels that Prometheus adds, and those of a histogram. */
const ADDED = ['instance', 'job', 'le']

const underscored = (name: string): string => name.replaceAll('.', '_')

/** The labels of each series of /metrics, by name. */
export function seriesIn(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^([a-z_0-9]+)(?:\{(.*)\})? \S+$/i.exec(line) ?? []
    if (name === undefined) continue
    const known = found.get(name) ?? new Set<string>()
    for (const [, label = ''] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) known.add(label)
    found.set(name, known)
  }
  return found
}

/** Names of the series that a metric may have in /metrics. */
export const seriesNames = ({ name, kind }: (typeof METRICS)[keyof typeof METRICS]): string[] => {
  const base = underscored(name)
  if (kind === 'histogram') return [`${base}_bucket`, `${base}_count`, `${base}_sum`]
  return [kind === 'counter' ? `${base}_total` : base]
}

/** The attributes that the table of metrics allows each series. */
export const allowedLabels = new Map(
  Object.values(METRICS).flatMap(metric =>
    seriesNames(metric).map((series): [string, Set<string>] => [series, new Set([...metric.attributes.map(underscored), ...ADDED])])
  )
)

/** Returns what a query names that /metrics does not have. */
export function unknownIn(query: string, series: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const bare = query.replaceAll(/"[^"]*"/g, '""')
  const grouped = [...bare.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(',').map(label => label.trim()))
  const matchers = [...bare.matchAll(/\{([^}]*)\}/g)].map(([, text = '']) => text)
  const matched = matchers.flatMap(text => [...text.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label))
  const names = bare.replaceAll(/\bby \([^)]*\)|\{[^}]*\}/g, '').match(/\b(?:toolgate|http|mcp|nodejs)_\w+/g) ?? []
  const labels = new Set([...ADDED, ...names.flatMap(name => [...(series.get(name) ?? [])])])
  return [...names.filter(name => !series.has(name)), ...[...grouped, ...matched].filter(label => !labels.has(label))]
}
