// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Time until the address of a download is revoked, in milliseconds. Safari loses a download whose address is revoked
 * too early.
 */
const REVOKE_AFTER = 60_000;

/** The file picker, which some browsers lack. */
interface FilePicker {
    readonly showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<{
        readonly createWritable: () => Promise<WritableStream<Uint8Array>>;
    }>;
}

/** Starts a download. */
export function save(content: Blob, name: string): void {
    const url = URL.createObjectURL(content);
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER);
}

/** Whether the browser can write a file without holding it in memory. */
export function canStream(): boolean {
    return (window as FilePicker).showSaveFilePicker !== undefined;
}

/** Asks the user for a file and writes the stream to it. Cancelling is no error. */
export async function saveStream(name: string, open: () => Promise<ReadableStream<Uint8Array> | null>): Promise<void> {
    try {
        const file = await (window as FilePicker).showSaveFilePicker?.({ suggestedName: name });
        const target = await file?.createWritable();
        if (target) {
            await (await open())?.pipeTo(target);
        }
    } catch (error) {
        if (!(error instanceof DOMException && error.name === "AbortError")) {
            throw error;
        }
    }
}
