/** What a rule returns: its result, or the reason why it did nothing. */
export type Outcome<Result extends object, Reason extends string> = ({ ok: true } & Result) | Refused<Reason>

/** A refusal. `Details` are what its sentence needs. */
export type Refused<Reason extends string, Details extends object = object> = { ok: false; reason: Reason } & Details

/** What an outcome is if it is no refusal. */
export type ResultOf<Any extends { ok: boolean }> = Extract<Any, { ok: true }>

/** The refusals of an outcome. */
export type RefusalOf<Any extends { ok: boolean }> = Exclude<Any, ResultOf<Any>>

/** Tells whether an outcome is no refusal. */
export const isDone = <Any extends { ok: boolean }>(outcome: Any): outcome is ResultOf<Any> => outcome.ok

/** Returns a refusal for a reason. */
export const refused = <const Reason extends string>(reason: Reason): { ok: false; reason: Reason } => ({
  ok: false,
  reason,
})
