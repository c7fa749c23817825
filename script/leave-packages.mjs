// Loaded first in each process of the tests. tap records every file that a process reads, which takes half as long as reading it. Packages are excluded: nothing uses their records.
process.env['_TAPJS_PROCESSINFO_EXCLUDE_'] = String(/(^(node|tapmock):|[\\/](node_modules|\.tap|tap-snapshots)[\\/])/)
