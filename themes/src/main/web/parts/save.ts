// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** How long a download may take to begin, in milliseconds: Safari loses one whose address is gone too soon. */
const REVOKE_AFTER = 60_000;

/** What not every browser has. */
interface FilePicker {
    readonly showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<{
        readonly createWritable: () => Promise<WritableStream<Uint8Array>>;
    }>;
}

/** Hands something over as a download. */
export function save(content: Blob, name: string): void {
    const url = URL.createObjectURL(content);
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER);
}

/** Whether the browser can write a file without holding all of it. */
export function canStream(): boolean {
    return (window as FilePicker).showSaveFilePicker !== undefined;
}

/** Asks for a place and writes there what is opened then. Who chooses none has changed their mind, which is no error. */
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
