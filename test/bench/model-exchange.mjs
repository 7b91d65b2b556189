/** Sends one request, and answers what came. */
export async function exchange(connection, token, method, path, body) {
  const isForm = body instanceof FormData
  const form = isForm ? new Response(body) : undefined
  const { statusCode, body: answer } = await connection.request({
    method,
    path,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': form?.headers.get('content-type') ?? 'application/json',
    },
    body: form ? Buffer.from(await form.arrayBuffer()) : body === undefined ? null : JSON.stringify(body),
  })
  const text = await answer.text()
  if (statusCode >= 300) throw new Error(`${method} ${path} answered ${statusCode}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
