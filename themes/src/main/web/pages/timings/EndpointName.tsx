// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { Fragment, type ReactNode } from "react";
import { useRealm } from "../../console/realm";
import { hashOf } from "../../console/route";
import { useLanguage } from "../../language/language";
import { timeLineSegments } from "./views";
import type { EndpointKey } from "./timings";

/** Method, path and grant type. */
export function EndpointName({ endpoint: { method, uri, grantType } }: { readonly endpoint: EndpointKey }) {
    return (
        <span>
            <Tag>{method}</Tag> <code className="keylift-path">{breakable(uri)}</code>
            {grantType !== undefined && (
                <>
                    {" "}
                    <Tag>{grantType}</Tag>
                </>
            )}
        </span>
    );
}

/** The name as a link to the endpoint's time line, in realm master. */
export function EndpointLink({ endpoint }: { readonly endpoint: EndpointKey }) {
    const { t } = useLanguage();
    const realm = useRealm();
    return realm.isMaster ? (
        <a href={hashOf(realm.name, "timings", ...timeLineSegments(endpoint))} title={t("timeLine.open")}>
            <EndpointName endpoint={endpoint} />
        </a>
    ) : (
        <EndpointName endpoint={endpoint} />
    );
}

function Tag({ children }: { readonly children: string }) {
    return (
        <span className="pf-v5-c-label pf-m-compact">
            <span className="pf-v5-c-label__content">{children}</span>
        </span>
    );
}

/** A path that can wrap before each segment. */
function breakable(path: string): ReactNode {
    return path.split(/(?=\/)/).map((segment, index) => (
        <Fragment key={index}>
            <wbr />
            {segment}
        </Fragment>
    ));
}
