// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { SignedOutError } from "./signedOut";

/** How long an address may take to lead somewhere, in milliseconds. */
const LIMIT = 15_000;

/**
 * An address of the console that a redirect from another address may lead to: its page, unless that came into a
 * frame and complained of
 * not being allowed to run its scripts there.
 */
export function landingPlace(from: URL, console: URL): URL {
    return isElsewhere(from) ? new URL("messages.json", console) : console;
}

/**
 * Where an address leads to in the end, with the cookies of its host. Nothing of what is there is shown or run.
 *
 * The console may have a host of its own (option `hostname-admin`). A request to another host does not tell its way,
 * but a frame can
 * go it: the console's security policy allows frames of that host, for the console's own sign-in needs one.
 *
 * @throws SignedOutError if a frame cannot go the way: it ends at another host, or nowhere within the time limit
 * @throws Error if the server cannot be reached or cannot answer now
 */
export async function followRedirects(address: URL): Promise<URL> {
    if (isElsewhere(address)) {
        return followInFrame(address);
    }
    const page = await fetch(address, {
        credentials: "include",
        headers: { Accept: "text/html" },
        signal: AbortSignal.timeout(LIMIT),
    });
    await page.body?.cancel();
    if (page.status === 429 || page.status >= 500) {
        throw new Error(`HTTP ${page.status}`);
    }
    return new URL(page.url);
}

function isElsewhere(address: URL): boolean {
    return address.origin !== location.origin;
}

function followInFrame(address: URL): Promise<URL> {
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.title = "Keylift";
    // What the way leads to is looked at only from outside.
    frame.setAttribute("sandbox", "allow-same-origin");
    frame.src = address.href;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const arrival = new Promise<URL>((arrived, failed) => {
        frame.addEventListener("load", () => {
            try {
                arrived(new URL(frame.contentWindow?.location.href ?? ""));
            } catch (error) {
                failed(new SignedOutError(String(error)));
            }
        });
        timer = setTimeout(() => failed(new SignedOutError("The sign-in page does not load")), LIMIT);
    });
    document.body.append(frame);
    return arrival.finally(() => {
        clearTimeout(timer);
        frame.remove();
    });
}
