/** What a rule returns: its result, or the reason why it did nothing. */
export type Outcome<Result extends object, Reason extends string> = ({ ok: true } & Result) | Refused<Reason>

/** A refusal. `Details` are what its sentence needs. */
export type Refused<Reason extends string, Details extends object = object> = { ok: false; reason: Reason } & Details

/** Returns a refusal for a reason. */
export const refused = <const Reason extends string>(reason: Reason): { ok: false; reason: Reason } => ({
  ok: false,
  reason,
})
