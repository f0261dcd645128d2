// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** The values of an NDJSON stream in order of arrival. Holds one line at a time. */
export async function* readLines<T>(stream: ReadableStream<Uint8Array>): AsyncGenerator<T, void, undefined> {
    const reader = stream.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    try {
        for (;;) {
            const { done, value } = await reader.read();
            rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
            const lines = rest.split("\n");
            rest = done ? "" : (lines.pop() ?? "");
            for (const line of lines) {
                if (line.trim() !== "") {
                    yield JSON.parse(line) as T;
                }
            }
            if (done) {
                return;
            }
        }
    } finally {
        await reader.cancel().catch(() => undefined);
    }
}

/** The first values of an NDJSON stream, and whether there are more. The rest is not read. */
export async function readSome<T>(
    stream: ReadableStream<Uint8Array>,
    most: number,
): Promise<{ some: readonly T[]; more: boolean }> {
    const some: T[] = [];
    for await (const value of readLines<T>(stream)) {
        if (some.length === most) {
            return { some, more: true };
        }
        some.push(value);
    }
    return { some, more: false };
}
