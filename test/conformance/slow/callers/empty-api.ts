import { argv } from 'node:process'
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query'
export const emptyApi = createApi({ baseQuery: fetchBaseQuery({ baseUrl: argv[2] ?? '' }), endpoints: () => ({}) })
