import type { ReactNode } from 'react'

/** The card of a screen that has something to say instead of to ask; read out when it takes a form's place. */
export function MessageCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mx-auto w-full max-w-110 px-5 pt-12 sm:pt-16">
      <div className="rounded-box border border-base-300 bg-base-100 p-6 text-center shadow-float sm:p-8">
        <h1 className="text-2xl">{title}</h1>
        <div role="status" className="mt-4 grid gap-4">
          {children}
        </div>
      </div>
    </section>
  )
}
