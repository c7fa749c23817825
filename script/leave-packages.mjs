// Loaded before all else in each process of the tests. tap keeps a record of the files that a process reads, which takes half as long as to read
// them; of packages nobody asks for it.
process.env['_TAPJS_PROCESSINFO_EXCLUDE_'] = String(/(^(node|tapmock):|[\\/](node_modules|\.tap|tap-snapshots)[\\/])/)
