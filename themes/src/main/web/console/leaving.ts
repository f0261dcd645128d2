// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

let held = 0;

/**
 * Makes the browser ask before the window is closed, while something runs that the window must stay open for.
 *
 * @returns function that ends it
 */
export function holdWindow(): () => void {
    if (held++ === 0) {
        window.addEventListener("beforeunload", ask);
    }
    let released = false;
    return () => {
        if (!released) {
            released = true;
            if (--held === 0) {
                window.removeEventListener("beforeunload", ask);
            }
        }
    };
}

/** Whether something runs that a reload of the console would end. */
export function isWindowHeld(): boolean {
    return held > 0;
}

function ask(event: BeforeUnloadEvent): void {
    event.preventDefault();
}
