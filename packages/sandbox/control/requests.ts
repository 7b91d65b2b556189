export interface LoggedRequest {
  readonly method: string
  readonly path: string
  /** Absent if there was none. */
  readonly query?: string
  /** 0 if the connection was cut before an answer. */
  readonly status: number
  readonly ms: number
}

/** The requests to the platform, in the order of their answers. Calls of the controls are left out. */
export interface RequestLog {
  add(request: LoggedRequest): void
  list(): readonly LoggedRequest[]
  clear(): void
}

const MOST = 100_000

export function createRequestLog(): RequestLog {
  let requests: LoggedRequest[] = []
  return {
    add(request) {
      if (requests.length >= MOST) requests = requests.slice(MOST / 2)
      requests.push(request)
    },
    list: () => requests,
    clear() {
      requests = []
    },
  }
}
