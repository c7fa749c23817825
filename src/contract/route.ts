import type { Static, TObject } from 'typebox'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`

type PathParameters<R extends string> = R extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameters<Rest>
  : R extends `${string}:${infer Name}`
    ? Name
    : never

/** Lets a route through, or refuses it by naming the path parameters that the input schema lacks. */
export type PathFits<R extends string, Input extends TObject> =
  PathParameters<R> extends keyof Static<Input>
    ? unknown
    : { 'path parameters missing from the input schema': Exclude<PathParameters<R>, keyof Static<Input>> }
