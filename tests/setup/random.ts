import fc from 'fast-check'

/** Property tests try the same values in every run; set FAST_CHECK_SEED for others. */
fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 20261121) })
