// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from "react";
import { useRealm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { PageHeader } from "../../parts/PageHeader";
import type { ContentProps } from "../content";
import { Changes } from "./Changes";
import { Endpoints, type EndpointsChoice } from "./Endpoints";
import { InFlight } from "./InFlight";
import { TimeLineView } from "./TimeLineView";
import { nameOf } from "./timings";
import { shownAt } from "./views";
import { Views } from "./Views";

/** One of the page's views; each asks the server by itself, so that one that fails leaves the others. */
export default function TimingsPage({ rest }: ContentProps) {
    const { t } = useLanguage();
    const { isMaster } = useRealm();
    const [choice, setChoice] = useState<EndpointsChoice>({
        order: { key: "total", ascending: false },
        filter: "",
        allNodes: false,
    });
    const [refreshing, setRefreshing] = useState(true);
    const choose = useCallback((part: Partial<EndpointsChoice>) => setChoice((before) => ({ ...before, ...part })), []);
    const { view, endpoint } = shownAt(rest, isMaster);
    if (endpoint) {
        return <TimeLineView key={nameOf(endpoint)} endpoint={endpoint} />;
    }
    return (
        <>
            <PageHeader page="timings" about={t("timings.about")}>
                <Views current={view} />
            </PageHeader>
            {view === "endpoints" && (
                <Endpoints choice={choice} onChoice={choose} refreshing={refreshing} onRefreshing={setRefreshing} />
            )}
            {view === "in-flight" && <InFlight refreshing={refreshing} onRefreshing={setRefreshing} />}
            {view === "changes" && <Changes />}
        </>
    );
}
