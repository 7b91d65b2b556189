import { randomUUID } from 'node:crypto'

export interface Multipart {
  readonly contentType: string
  readonly body: Uint8Array
}

interface FilePart {
  readonly name: string
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** Text fields come first, so that a streaming reader knows what the file is before it arrives. */
export function writeMultipart(fields: Readonly<Record<string, unknown>>, file: FilePart): Multipart {
  const boundary = `boardwright-${randomUUID()}`
  const head = (disposition: string) => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`
  const texts = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${head(`name=${quote(name)}`)}\r\n${value}\r\n`)
  const fileHead = head(`name=${quote(file.name)}; filename=${quote(file.fileName)}`)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(`${texts.join('')}${fileHead}content-type: application/octet-stream\r\n\r\n`),
      file.bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
}

/** Escaped as browsers do it, so that a name cannot end its header line. */
function quote(name: string): string {
  return `"${name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')}"`
}
