// autocannon ships no types. These cover what lab/ uses.
declare module 'autocannon' {
  type Request = { method: string; path: string; headers?: Record<string, string>; body?: string }
  type Client = {
    setRequests(requests: Request[]): void
    on(event: 'response', listener: (status: number) => void): void
  }
  type Options = {
    url: string
    connections: number
    duration?: number
    amount?: number
    sampleInt: number
    setupClient: (client: Client) => void
  }
  function autocannon(options: Options): Promise<{ errors: number; timeouts: number }>
  export = autocannon
}
