/** Whether tests try every case of a large set, with EXHAUSTIVE=1. Otherwise they try a fixed part of it. */
export const EXHAUSTIVE = process.env['EXHAUSTIVE'] === '1'
