// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** Records to send, and their format. */
export interface Input {
    readonly body: Blob;
    readonly contentType: "application/x-ndjson" | "application/json" | "text/csv";
    readonly gzip: boolean;
    /** Name of the file, if any. */
    readonly name: string | undefined;
    /** Names of the CSV columns, as far as known. */
    readonly columns: readonly string[];
}

/** Bytes from which the format is recognized. */
const HEAD = 4096;

/**
 * Recognizes the format by the beginning of a file. A compressed file counts as NDJSON if the browser cannot decompress
 * it.
 *
 * @throws DOMException if the file cannot be read
 * @throws TypeError if it is compressed and damaged
 */
export async function recognize(body: Blob, name?: string): Promise<Input> {
    const start = new Uint8Array(await body.slice(0, 2).arrayBuffer());
    const gzip = start[0] === 0x1f && start[1] === 0x8b;
    if (gzip && !("DecompressionStream" in globalThis)) {
        return { body, contentType: "application/x-ndjson", gzip, name, columns: [] };
    }
    const head = await readHead(
        gzip
            ? body
                  .slice(0, 16 * HEAD)
                  .stream()
                  .pipeThrough(gunzip())
            : body.slice(0, HEAD).stream(),
    );
    const first = head.trimStart()[0];
    if (first === "[" || first === "{") {
        const contentType = first === "[" ? "application/json" : "application/x-ndjson";
        return { body, contentType, gzip, name, columns: [] };
    }
    // A header row that is longer than the examined beginning is not complete.
    const known = /[\r\n]/.test(head.trim()) || (!gzip && body.size <= HEAD);
    return { body, contentType: "text/csv", gzip, name, columns: known ? columnsOf(head) : [] };
}

/** The names in a header row, without quotes and surrounding white space. */
export function columnsOf(head: string): readonly string[] {
    const row = head.trimStart().split(/[\r\n]/, 1)[0] ?? "";
    const cells = row.match(/(?<=^|,)("(?:[^"]|"")*"|[^,]*)/g) ?? [];
    return cells
        .map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim())
        .filter((cell) => cell !== "");
}

/** The field of a column: the text before its first dot that is not escaped by a backslash. */
export function fieldOf(column: string): string {
    const [field = ""] = /^(?:\\.|[^.\\])*/.exec(column) ?? [];
    return field.replace(/\[]$/, "").replace(/\\(.)/g, "$1");
}

function gunzip(): ReadableWritablePair<Uint8Array, BufferSource> {
    return new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array, BufferSource>;
}

async function readHead(stream: ReadableStream<Uint8Array>): Promise<string> {
    const reader = stream.getReader();
    try {
        const { value } = await reader.read();
        return new TextDecoder().decode(value?.subarray(0, HEAD));
    } finally {
        // Cancelling a decompression before its end reports an error that can be ignored.
        await reader.cancel().catch(() => undefined);
    }
}
