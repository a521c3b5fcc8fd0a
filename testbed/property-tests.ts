import { configureGlobal } from 'fast-check'

// The same cases in each run, so that a run fails only because of a change. PROPERTY_SEED=2 npm test -- unit --project
// rules tries others.
configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })
