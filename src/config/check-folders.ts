import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import type { AnyTool } from '../contract/tool.ts'
import { PACKAGE_FOLDER, SOURCE_FOLDER } from '../folders.ts'
import { instancesOf } from '../systems/instances.ts'
import type { Config } from './config.ts'
import type { ProcessEnvironment } from './environment.ts'
import type { Problem } from './problems.ts'

interface Protected {
  /** Description for the operator. */
  what: string
  path: string
  /** Whether it is a folder, whose subfolders are protected too. */
  isFolder: boolean
}

const SYSTEM_FOLDERS = ['/proc', '/sys', '/dev']

/**
 * Returns a problem for every folder open to callers that contains, or is inside, a protected path: the data folder, files with keys and
 * secrets, files that the gateway trusts, its own code, the kernel's folders.
 */
export function checkFolders(tools: readonly AnyTool[], config: Config, env: ProcessEnvironment): Problem[] {
  const guarded = protectedPaths(tools, config, env)
  const problems = tools.flatMap(tool =>
    usedFolders(tool, config).flatMap(({ where, folder }) =>
      guarded.flatMap(({ what, path: secret, isFolder }) => {
        const relation = contains(folder, secret) ? 'holds' : isFolder && contains(secret, folder) ? 'is part of' : undefined
        if (relation === undefined) return []
        return [{ where, message: `${folder} ${relation} ${what} (${secret}), which callers could then read and change`, allowed: APART }]
      })
    )
  )
  return [...new Map(problems.map(problem => [problem.where + problem.message, problem])).values()] // systems may share a setting
}

const APART =
  'folders apart from the data folder (TOOLGATE_DATA), from the code of the gateway, from files with settings and secrets, and from /proc, /sys and /dev'

function protectedPaths(tools: readonly AnyTool[], config: Config, env: ProcessEnvironment): Protected[] {
  const { dataDir, files, redis } = config
  const socket = redis?.options.path
  return [
    { what: 'the data folder', path: dataDir, isFolder: true },
    ...files.map(file => ({ what: 'a file with settings or secrets', path: path.resolve(file), isFolder: false })),
    ...tools.flatMap(tool =>
      trustedFiles(tool, config).map(file => ({ what: `a file that ${tool.title} trusts`, path: file, isFolder: false }))
    ),
    ...(socket === undefined ? [] : [{ what: 'the socket of Redis', path: path.resolve(socket), isFolder: false }]),
    { what: 'the code of the gateway', path: path.join(PACKAGE_FOLDER, 'package.json'), isFolder: false },
    ...[SOURCE_FOLDER, path.join(PACKAGE_FOLDER, 'node_modules')].map(folder => ({
      what: 'the code of the gateway',
      path: folder,
      isFolder: true
    })),
    ...tools.flatMap(tool =>
      (tool.credentials?.(env) ?? []).filter(exists).map(file => ({ what: `credentials of ${tool.title}`, path: file, isFolder: true }))
    ),
    ...SYSTEM_FOLDERS.filter(exists).map(folder => ({ what: 'a folder of the operating system', path: folder, isFolder: true }))
  ]
}

function usedFolders(tool: AnyTool, config: Config): { where: string; folder: string }[] {
  const { folders } = tool
  if (folders === undefined) return []
  return usableInstances(tool, config).flatMap(({ name, settings }) =>
    folders(settings).map(folder => ({ where: `instance ${name} of ${tool.name}`, folder: path.resolve(folder) }))
  )
}

/** Returns the files that the settings name. */
function trustedFiles(tool: AnyTool, config: Config): string[] {
  const names = Object.entries<object>(tool.settings.properties).flatMap(([name, schema]) => ('x-file' in schema ? [name] : []))
  if (names.length === 0) return []
  return usableInstances(tool, config).flatMap(({ settings }) =>
    names.flatMap(name => (typeof settings[name] === 'string' ? path.resolve(settings[name]) : []))
  )
}

const usableInstances = (tool: AnyTool, config: Config) =>
  [...instancesOf(tool, { ...config, sandbox: undefined }).instances.values()].filter(({ problems }) => problems.length === 0)

/** Whether a folder is a path or one of its parents. Compares inodes, not names, so that links and bind mounts do not hide it. */
function contains(folder: string, name: string): boolean {
  const identity = identityOf(folder)
  // The folder of a link counts too: the link could be replaced there.
  return identity !== undefined && [name, path.dirname(name)].some(start => ancestors(start).some(above => identityOf(above) === identity))
}

/** Returns a path (or its nearest existing parent) and all parents, with links resolved. */
function ancestors(name: string): string[] {
  let current = nearest(name)
  const found = [current]
  while (path.dirname(current) !== current) {
    current = path.dirname(current)
    found.push(current)
  }
  return found
}

function nearest(name: string): string {
  try {
    return realpathSync(name)
  } catch {
    return path.dirname(name) === name ? name : nearest(path.dirname(name))
  }
}

function identityOf(name: string): string | undefined {
  const stats = statSync(name, { bigint: true, throwIfNoEntry: false })
  return stats && `${stats.dev}:${stats.ino}`
}

const exists = (name: string): boolean => identityOf(name) !== undefined
