// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** Records to send, and what they are. */
export interface Input {
    readonly body: Blob;
    readonly contentType: "application/x-ndjson" | "application/json" | "text/csv";
    readonly gzip: boolean;
    /** Name of the file, if it is one. */
    readonly name: string | undefined;
}

/** As much as shows what a file is, in bytes. */
const HEAD = 4096;

/** Looks at the beginning of a file, and at nothing else of it. */
export async function recognize(body: Blob, name?: string): Promise<Input> {
    const start = new Uint8Array(await body.slice(0, 2).arrayBuffer());
    const gzip = start[0] === 0x1f && start[1] === 0x8b;
    const head = await readHead(
        gzip
            ? body
                  .slice(0, 16 * HEAD)
                  .stream()
                  .pipeThrough(gunzip())
            : body.slice(0, HEAD).stream(),
    );
    const first = head.trimStart()[0];
    const contentType = first === "[" ? "application/json" : first === "{" ? "application/x-ndjson" : "text/csv";
    return { body, contentType, gzip, name };
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
