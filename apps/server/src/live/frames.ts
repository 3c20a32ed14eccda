const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', ':': '\\c' }

const unescapes = Object.fromEntries(Object.entries(escapes).map(([sign, pair]) => [pair, sign]))

const escaped = (text: string) => text.replace(/[\\\n\r:]/g, (sign) => escapes[sign] ?? sign)

/** Unescapes a header; undefined if an escape is incomplete or unknown. */
export const unescaped = (text: string) => {
  const read = text.replace(/\\[\\nrc]/g, (pair) => unescapes[pair] ?? pair)
  return /^(?:[^\\]|\\[\\nrc])*$/.test(text) ? read : undefined
}

/** A STOMP frame as text. Of the frames a server sends, only CONNECTED is not escaped (STOMP 1.2). */
export const stompFrame = (command: string, headers: Record<string, string>, body = '') => {
  const write = command === 'CONNECTED' ? (text: string) => text : escaped
  const lines = Object.entries(headers).map(([key, value]) => `${write(key)}:${write(value)}\n`)
  return `${command}\n${lines.join('')}\n${body}\0`
}

/**
 * A complete WebSocket text frame. Server frames carry no mask, so the same bytes serve every client, and a message to
 * a thousand of them is built once.
 */
export const webSocketFrame = (text: string) => {
  const payload = Buffer.from(text)
  const { length } = payload
  const header =
    length < 126
      ? Buffer.from([0x81, length])
      : length < 65_536
        ? Buffer.from([0x81, 126, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([0x81, 127, 0, 0, 0, 0]), uint32(length)])
  return Buffer.concat([header, payload])
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
