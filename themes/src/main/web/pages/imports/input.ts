// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** Records to send, and what they are. */
export interface Input {
    readonly body: Blob;
    readonly contentType: "application/x-ndjson" | "application/json" | "text/csv";
    readonly gzip: boolean;
    /** Name of the file, if it is one. */
    readonly name: string | undefined;
    /** Names of the columns of CSV, as far as they are known. */
    readonly columns: readonly string[];
}

/** As much as shows what a file is, in bytes. */
const HEAD = 4096;

/**
 * Looks at the beginning of a file, and at nothing else of it. A compressed one is taken for lines of JSON where the browser
 * cannot look into it.
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
    // A header row that goes on behind the head is not known whole.
    const known = /[\r\n]/.test(head.trim()) || (!gzip && body.size <= HEAD);
    return { body, contentType: "text/csv", gzip, name, columns: known ? columnsOf(head) : [] };
}

/** The names in a header row, without quotes and white space around them. */
export function columnsOf(head: string): readonly string[] {
    const row = head.trimStart().split(/[\r\n]/, 1)[0] ?? "";
    const cells = row.match(/(?<=^|,)("(?:[^"]|"")*"|[^,]*)/g) ?? [];
    return cells
        .map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim())
        .filter((cell) => cell !== "");
}

/** The field of a record that a column is of: what is before its first dot, as a backslash leaves it. */
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
        // A compressed file that is cut off ends in an error that is none.
        await reader.cancel().catch(() => undefined);
    }
}
