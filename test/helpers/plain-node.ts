import { type SpawnSyncReturns, spawnSync } from 'node:child_process'

const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^_?TAP/.test(name)))

/** Runs Node as in a shell, without the settings and hooks of the test runner. `env -u`, since the runner adds its hooks to every process that a test starts. */
export const runPlainNode = (args: readonly string[], cwd: string): SpawnSyncReturns<string> =>
  spawnSync('env', ['-u', 'NODE_OPTIONS', process.execPath, ...args], { cwd, encoding: 'utf8', env: environment })
