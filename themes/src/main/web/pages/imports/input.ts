// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** Records to send, and their format. */
export interface Input {
    readonly body: Blob;
    readonly contentType: ContentType;
    readonly gzip: boolean;
    /** Name of the file, if any. */
    readonly name: string | undefined;
    /** Names of the CSV columns, as far as known. */
    readonly columns: readonly string[];
    /** Whether it names the kinds of its records itself, so that the import is one of several kinds. */
    readonly severalKinds: boolean;
}

export type ContentType = "application/x-ndjson" | "application/json" | "application/zip" | "text/csv";

/** Bytes from which the format is recognized. */
const HEAD = 4096;

/** Characters from which several kinds are recognized. That many are in each head, whatever their encoding takes. */
const SHORT_HEAD = HEAD / 4;

/** First bytes of a ZIP archive. */
const ZIP = "PK\u0003\u0004";

/**
 * Recognizes the format by the name of an archive, and by the beginning of any other file. A compressed file counts as
 * NDJSON if the browser cannot decompress it.
 *
 * @throws DOMException if the file cannot be read
 * @throws TypeError if it is compressed and damaged
 */
export async function recognize(body: Blob, name?: string): Promise<Input> {
    const start = new Uint8Array(await body.slice(0, 2).arrayBuffer());
    const gzip = start[0] === 0x1f && start[1] === 0x8b;
    const input = { body, gzip, name, columns: [], severalKinds: false };
    if (/\.zip$/i.test(name ?? "")) {
        return { ...input, contentType: "application/zip", severalKinds: true };
    }
    if (gzip && !("DecompressionStream" in globalThis)) {
        return { ...input, contentType: "application/x-ndjson" };
    }
    const head = await readHead(
        gzip
            ? body
                  .slice(0, 16 * HEAD)
                  .stream()
                  .pipeThrough(gunzip())
            : body.slice(0, HEAD).stream(),
    );
    const several = severalKindsIn(head);
    if (several) {
        return { ...input, contentType: several, severalKinds: true };
    }
    const first = head.trimStart()[0];
    if (first === "[" || first === "{") {
        return { ...input, contentType: first === "[" ? "application/json" : "application/x-ndjson" };
    }
    // A header row that is longer than the examined beginning is not complete.
    const known = /[\r\n]/.test(head.trim()) || (!gzip && body.size <= HEAD);
    return { ...input, contentType: "text/csv", columns: known ? columnsOf(head) : [] };
}

/**
 * The content type of a text that names the kinds of its records: an archive, a document of a realm in Keycloak's form,
 * or records that stand beside the name of their kind. `undefined` if its records have one kind, which it does not name.
 */
export function severalKindsIn(text: string): ContentType | undefined {
    const start = text.slice(0, SHORT_HEAD).trimStart();
    if (start.startsWith(ZIP)) {
        return "application/zip";
    }
    // Lines of JSON do not break within an object.
    if (/^\{[ \t]*\r?\n/.test(start)) {
        return "application/json";
    }
    const fields = fieldsOf(start);
    if (fields.includes("kind") && fields.includes("record")) {
        return start[0] === "[" ? "application/json" : "application/x-ndjson";
    }
    // A record of one kind may have a field `realm` that its kind does not know. Others follow it.
    const alone = start[0] === "{" && !/}[ \t]*\r?\n\s*{/.test(start);
    return alone && (fields.includes("realm") || fields.includes("ifResourceExists")) ? "application/json" : undefined;
}

/** The names in a header row, without quotes and surrounding white space. */
export function columnsOf(head: string): readonly string[] {
    const row = head.trimStart().split(/[\r\n]/, 1)[0] ?? "";
    const cells = row.match(/(?<=^|,)("(?:[^"]|"")*"|[^,]*)/g) ?? [];
    return cells
        .map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim())
        .filter((cell) => cell !== "");
}

/** The fields of the first object of a JSON text that may break off. */
function fieldsOf(json: string): readonly string[] {
    const fields: string[] = [];
    let depth = 0;
    let string = "";
    for (const [token] of json.replace(/^\[\s*/, "").matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\]:]/gs)) {
        if (token === ":") {
            if (depth === 1) {
                fields.push(string);
            }
        } else if (token === "{" || token === "[") {
            depth++;
        } else if (token === "}" || token === "]") {
            depth--;
            if (depth <= 0) {
                break;
            }
        } else {
            string = token.slice(1, -1);
        }
    }
    return fields;
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
